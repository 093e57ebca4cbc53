"""Has the official Standard Webhooks library for Python verify a delivery, given as JSON; prints its body."""

import json
import sys

from standardwebhooks.webhooks import Webhook

given = json.loads(sys.argv[1])
print(json.dumps(Webhook(given["secret"]).verify(given["body"], given["headers"])))
