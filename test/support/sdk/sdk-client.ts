import { PresenterVideo } from '../../../sdk/typescript/src/index.ts'
import type { PresenterVideoOptions } from '../../../sdk/typescript/src/index.ts'
import type { TestService } from '../service/service.ts'

/** The SDK for an account of a service. */
export function sdkFor(
  service: Pick<TestService, 'url'>,
  { key }: { readonly key: string },
  options: PresenterVideoOptions = {},
): PresenterVideo {
  return new PresenterVideo({ apiKey: key, baseUrl: `${service.url}/api/v1`, ...options })
}
