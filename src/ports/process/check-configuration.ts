import type { ConfigurationFinding } from '../../domain/health/operations.ts'

/** Looks at what the installation is set to, now. */
export type CheckConfiguration = () => Promise<ConfigurationFinding[]>
