import { errorsDocument } from '../../src/api/documents/errors-document.ts'
import { openApiDocument } from '../../src/api/v1/openapi.ts'
import { sidecarSchema } from '../../src/provenance/sidecar.ts'
import { contractSchema } from '../../src/renderers/contract.ts'

/** Stands for wherever the service runs, in documents that are kept. */
const ANY_SERVICE = 'https://video.example.com'

/** Documents kept in the repository that follow from the code, by file. A test fails when one is stale. */
export const API_DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/openapi.json': () => `${JSON.stringify(openApiDocument(ANY_SERVICE), null, 2)}\n`,
  'docs/errors.md': errorsDocument,
  'docs/renderer-contract.json': () => `${JSON.stringify(contractSchema(), null, 2)}\n`,
  'docs/provenance.schema.json': () => `${JSON.stringify(sidecarSchema(), null, 2)}\n`,
}
