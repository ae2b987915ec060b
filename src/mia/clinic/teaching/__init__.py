"""What a practice teaches Mia: the questions she could not answer, until someone answers them, and
conversations that should have gone another way."""
