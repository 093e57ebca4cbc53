export default {
  presenter: {
    input: 'openapi.json',
    output: {
      target: 'generated.ts',
      client: 'fetch',
      headers: true,
      override: { mutator: { path: 'call.ts', name: 'call' } },
    },
  },
}
