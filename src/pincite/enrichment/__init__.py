"""What is added to the text of a document: what its pictures show, questions that it answers, summaries."""
