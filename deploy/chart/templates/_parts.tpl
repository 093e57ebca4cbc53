{{/* What no container is without. Arguments leave the image's entrypoint, which reaps processes, as it is. */}}
{{- define "presenter.confined" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{/* The user `node` of the image. Service links would be settings: a Service `ops` would set OPS_PORT. */}}
{{- define "presenter.confinedPod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Takes root, secret (name, files, variables) and settings. */}}
{{- define "presenter.env" -}}
{{- range $name, $value := .settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range .secret.files }}
- name: {{ . }}_FILE
  value: /run/secrets/presenter/{{ . }}
{{- end }}
{{- range $key := .secret.variables }}
- name: {{ $key }}
  valueFrom:
    secretKeyRef: { name: {{ $.secret.name | quote }}, key: {{ $key }} }
{{- end }}
{{- end -}}

{{/* Takes root and secret. */}}
{{- define "presenter.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 2Gi }
- name: secret
  secret:
    secretName: {{ .secret.name | quote }}
    defaultMode: 288
    items:
      {{- range .secret.files }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- with .root.Values.certificates }}
- name: certificates
  secret: { secretName: {{ . | quote }}, defaultMode: 288 }
{{- end }}
{{- with .root.Values.configMap }}
- name: files
  configMap: { name: {{ . | quote }} }
{{- end }}
{{- end -}}

{{- define "presenter.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secret, mountPath: /run/secrets/presenter, readOnly: true }
{{- if .Values.certificates }}
- { name: certificates, mountPath: /run/certificates, readOnly: true }
{{- end }}
{{- if .Values.configMap }}
- { name: files, mountPath: /etc/presenter, readOnly: true }
{{- end }}
{{- end -}}

{{/* A worker that has not started yet is alive; one that lacks something is alive and not ready. */}}
{{- define "presenter.probes" -}}
startupProbe:
  httpGet: { path: /livez, port: ops }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /livez, port: ops }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: ops }
  periodSeconds: 3
  timeoutSeconds: 5
  failureThreshold: 1
{{- end -}}

{{/* Over machines, and over zones, as far as there are any. Takes root and component. */}}
{{- define "presenter.spread" -}}
topologySpreadConstraints:
  {{- range tuple "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "presenter.selector" $ | nindent 8 }}
  {{- end }}
{{- end -}}

{{/* Puts the files of the neural voices where the worker looks for them. */}}
{{- define "presenter.voices" -}}
- name: voices
  image: {{ .Values.voices.image | default (include "presenter.image" .) | quote }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  args: [node, dist/voices/main.js, pull]
  env:
    {{- range $name := tuple "VOICES_MIRROR" "HTTPS_PROXY" "NO_PROXY" }}
    {{- with index $.Values.settings $name }}
    - { name: {{ $name }}, value: {{ . | quote }} }
    {{- end }}
    {{- end }}
    - { name: VOICES_DIR, value: {{ (not (empty .Values.voices.image)) | ternary .Values.voices.folder "" | quote }} }
  {{- include "presenter.confined" . | nindent 2 }}
  resources:
    requests: { cpu: 500m, memory: 1Gi }
    limits: { memory: 2Gi }
  volumeMounts:
    - { name: tmp, mountPath: /tmp }
    - { name: data, mountPath: /data }
    - { name: cache, mountPath: /cache }
{{- end -}}
