"""The subcommands of greyc, one module each with a click.Command called `command`, imported when it is run."""
