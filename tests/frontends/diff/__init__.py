"""`greyc diff`: a small pack with a little of everything, and two versions of it compared."""
