"""What greyc remembers from run to run: results by the digest of all that they were made from."""
