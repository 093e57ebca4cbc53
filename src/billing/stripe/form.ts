/** A parameter of a request to Stripe: nested objects and lists become names such as `items[0][price]`. */
export type FormValue = string | number | readonly FormValue[] | { readonly [name: string]: FormValue }

/** A request's body as Stripe reads it: `application/x-www-form-urlencoded`, with brackets for what is nested. */
export function stripeForm(parameters: { readonly [name: string]: FormValue }): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) => pairs(name, value))
    .map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

function pairs(name: string, value: FormValue): [string, string][] {
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
}

/** Stripe's own libraries leave brackets as they are. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']')
}
