/** Of each row: its first run that is not clear and its last one, 16 bits each; -1 as the last for none. */
const SPAN_BYTES = 4

export function writeSpan(spans: usize, row: i32, first: i32, last: i32): void {
  store<i16>(spans + row * SPAN_BYTES, <i16>first)
  store<i16>(spans + row * SPAN_BYTES, <i16>last, 2)
}

export function firstRun(spans: usize, row: i32): i32 {
  return <i32>load<i16>(spans + row * SPAN_BYTES)
}

export function lastRun(spans: usize, row: i32): i32 {
  return <i32>load<i16>(spans + row * SPAN_BYTES, 2)
}
