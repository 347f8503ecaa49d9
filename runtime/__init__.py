"""IR bundle to play. Needs attrs and cattrs alone."""
