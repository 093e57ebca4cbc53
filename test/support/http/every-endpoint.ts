import { SIGN_IN_ROUTES } from '../../../src/api/sign-in.ts'
import { ENDPOINTS } from '../../../src/api/v1/endpoints.ts'
import { SAMPLES } from './console-samples.ts'
import { CONSOLE_ROUTES } from './console-world.ts'

const PASSWORD = 'correct horse battery staple'

/** A body for each route of sign-in that takes one. The current password is a wrong one: nobody's is changed. */
export const SIGN_IN_SAMPLES: Readonly<Record<string, object>> = {
  '/api/auth/sign-in/email': { email: 'ada@example.com', password: PASSWORD },
  '/api/auth/change-password': { currentPassword: `not ${PASSWORD}`, newPassword: `${PASSWORD} 2` },
}

/** Every endpoint of version 1, of the application and of sign-in, with the prefix of its path and a body that it takes. */
export const EVERY_ENDPOINT = [
  ...ENDPOINTS.map((endpoint) => ({ ...endpoint, below: '/api/v1' })),
  ...CONSOLE_ROUTES.map(({ endpoint }) => ({ ...endpoint, below: '/api/console' })),
  ...SIGN_IN_ROUTES.map((route) => ({ ...route, query: undefined, below: '' })),
].map(({ method, path, below, query, bound }) => ({
  method: method.toUpperCase(),
  path,
  below,
  query,
  bound,
  body: SIGN_IN_SAMPLES[path] ?? SAMPLES[`${method.toUpperCase()} ${path}`]?.body,
}))
