{{/* What all objects of a release are called first. */}}
{{- define "presenter.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Chooses the pods of a component. Takes root and component. */}}
{{- define "presenter.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Takes root and component. */}}
{{- define "presenter.labels" -}}
{{ include "presenter.selector" . }}
app.kubernetes.io/version: {{ include "presenter.tag" .root | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | trunc 63 }}
{{- end -}}

{{- define "presenter.tag" -}}
{{- .Values.image.tag | default .Chart.AppVersion -}}
{{- end -}}

{{- define "presenter.image" -}}
{{- printf "%s:%s" .Values.image.repository (include "presenter.tag" .) -}}
{{- end -}}
