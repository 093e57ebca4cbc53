import { z } from 'zod'

const probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) })

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()),
  env: z.array(
    z.object({
      name: z.string(),
      value: z.string().optional(),
      valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
    }),
  ),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  securityContext: z.looseObject({}),
  resources: z.object({ requests: z.looseObject({}), limits: z.looseObject({}) }),
  volumeMounts: z.array(
    z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }),
  ),
})

const volume = z.looseObject({
  name: z.string(),
  emptyDir: z.object({ sizeLimit: z.string() }).optional(),
  secret: z
    .looseObject({
      secretName: z.string(),
      defaultMode: z.int(),
      items: z.array(z.object({ key: z.string(), path: z.string() })).optional(),
    })
    .optional(),
})

const podSpec = z.looseObject({
  securityContext: z.looseObject({ runAsUser: z.int(), runAsGroup: z.int() }),
  terminationGracePeriodSeconds: z.int(),
  initContainers: z.array(container).default([]),
  containers: z.array(container).length(1),
  volumes: z.array(volume),
})

/** An object of Kubernetes, as far as tests look at every one. */
export const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()) }),
  spec: z.unknown().optional(),
})

/** An object of Kubernetes. */
export type Manifest = z.infer<typeof Manifest>

/** A container of a pod. */
export type PodContainer = z.infer<typeof container>

/** A Deployment or a Job, with the pods that it makes. */
export interface Workload {
  readonly name: string
  readonly kind: string
  /** Of its pods. */
  readonly labels: Readonly<Record<string, string>>
  readonly pod: z.infer<typeof podSpec>
  /** The only one beside those that go first. */
  readonly main: PodContainer
}

const template = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
  spec: podSpec,
})

/** All that makes pods. @throws when a pod lacks what tests rely on. */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ kind, metadata, spec }) => {
      const { metadata: of, spec: pod } = template.parse((spec as { template: unknown }).template)
      return { name: metadata.name, kind, labels: of.labels, pod, main: pod.containers[0]! }
    })
}
