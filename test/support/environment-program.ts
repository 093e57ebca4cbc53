/** Tells its environment, and runs until its input ends. */
process.stdout.write(JSON.stringify(process.env))
process.stdin.resume()
