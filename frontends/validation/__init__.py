"""What `greyc validate` finds, and what of it need not be found again."""
