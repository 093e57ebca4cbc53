"""Writes down what is said in WAV files: their paths as arguments, a JSON list of texts as the output."""

import json
import sys

from moonshine_voice import ModelArch
from moonshine_voice.transcriber import Transcriber
from moonshine_voice.utils import get_model_path, load_wav_file

recogniser = Transcriber(str(get_model_path("tiny-en")), ModelArch.TINY)
texts = []
for path in sys.argv[1:]:
    samples, rate = load_wav_file(path)
    lines = recogniser.transcribe_without_streaming(samples, rate).lines
    texts.append(" ".join(line.text for line in lines))
print(json.dumps(texts))
