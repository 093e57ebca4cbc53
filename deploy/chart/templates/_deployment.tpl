{{/*
A Deployment of one component. Takes root, component, args, own (its settings), process (its values), grace (seconds until it is
killed), speaks and isApi.
*/}}
{{- define "presenter.deployment" -}}
{{- $values := .root.Values -}}
{{- $common := dict "OPS_PORT" "9464" "OPS_HOST" "0.0.0.0" "SPEECH_ENGINE" $values.voices.engine -}}
{{- $settings := merge (dict) .own $common $values.settings -}}
{{- $secret := $values.secret -}}
{{- $makesVoices := and .speaks (ne $values.voices.engine "flite") (not $values.voices.claim) -}}
{{- $mountsVoices := and .speaks (ne $values.voices.engine "flite") $values.voices.claim -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "presenter.name" .root }}-{{ .component }}
  labels: {{- include "presenter.labels" . | nindent 4 }}
spec:
  {{- if not .process.scaling }}
  replicas: {{ .process.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: {{- include "presenter.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "presenter.labels" . | nindent 8 }}
      annotations:
        kubectl.kubernetes.io/default-container: {{ .component }}
    spec:
      serviceAccountName: {{ include "presenter.name" .root }}
      {{- include "presenter.confinedPod" .root | nindent 6 }}
      terminationGracePeriodSeconds: {{ .grace }}
      {{- include "presenter.spread" . | nindent 6 }}
      {{- with .process.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .process.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if $makesVoices }}
      initContainers:
        {{- include "presenter.voices" .root | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "presenter.image" .root | quote }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args: {{ toJson .args }}
          env:
            {{- include "presenter.env" (dict "settings" $settings "secret" $secret) | nindent 12 }}
          ports:
            {{- if .isApi }}
            - { name: http, containerPort: 8080 }
            {{- end }}
            - { name: ops, containerPort: 9464 }
          {{- include "presenter.probes" . | nindent 10 }}
          {{- include "presenter.confined" . | nindent 10 }}
          resources: {{- toYaml .process.resources | nindent 12 }}
          volumeMounts:
            {{- include "presenter.mounts" .root | nindent 12 }}
            - { name: data, mountPath: /data }
            - { name: cache, mountPath: /cache }
            {{- if $mountsVoices }}
            - { name: voices, mountPath: /cache/voices, readOnly: true }
            {{- end }}
      volumes:
        {{- include "presenter.volumes" (dict "root" .root "secret" $secret) | nindent 8 }}
        - name: data
          emptyDir: { sizeLimit: {{ .process.dataGiB }}Gi }
        - name: cache
          emptyDir: { sizeLimit: 2Gi }
        {{- if $mountsVoices }}
        - name: voices
          persistentVolumeClaim: { claimName: {{ $values.voices.claim | quote }}, readOnly: true }
        {{- end }}
{{- end -}}

{{/* Of several pods, one at a time may be moved; one that is not ready may always be. Takes root and component. */}}
{{- define "presenter.budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "presenter.name" .root }}-{{ .component }}
  labels: {{- include "presenter.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "presenter.selector" . | nindent 6 }}
{{- end -}}
