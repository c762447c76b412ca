{{/*
The parts of a pod. Each is a list to put below the key of its name, or empty, and takes the context of the chart: its values below
`slipstream`.
*/}}

{{- define "slipstream.initContainers" -}}
{{- with .Values.slipstream }}
{{- if .enabled -}}
- name: slipstream
  {{- if .jdk.image }}
  image: {{ .jdk.image | quote }}
  command: [cp, -af, {{ .jdk.path | quote }}, /jdk/]
  {{- else }}
  image: {{ .image | quote }}
  command: [cp, -r, /slipstream/., /agents/]
  {{- end }}
  resources: {{- /* a limit for each request: a pod that is Guaranteed stays so */}}
    requests: &slipstream {{ .jdk.image | empty | ternary "{cpu: 50m, memory: 64Mi}" "{cpu: 250m, memory: 128Mi}" }}
    limits: *slipstream
  securityContext: {{- /* the standard `restricted` */}}
    runAsNonRoot: true
    seccompProfile: {type: RuntimeDefault}
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities: {drop: [ALL]}
  volumeMounts:
    - {name: slipstream, mountPath: {{ .jdk.image | empty | ternary "/agents" "/jdk" }}}
{{- end }}
{{- end }}
{{- end }}

{{/* Of the container with the application. Without the agent, JAVA_TOOL_OPTIONS has the chart's own words alone. */}}
{{- define "slipstream.env" -}}
{{- with .Values.slipstream }}
{{- $agent := and .enabled (empty .jdk.image) }}
{{- with list ($agent | ternary "-javaagent:/agents/slipstream.jar" "") .javaToolOptions | compact -}}
- {name: JAVA_TOOL_OPTIONS, value: {{ join " " . | quote }}}
{{- end }}
{{- if and $agent .metrics }}
- {name: JDK_JAVA_OPTIONS, value: "-javaagent:/agents/jmx-exporter.jar=9404:/agents/jmx-exporter.yml"}
{{- end }}
{{- end }}
{{- end }}

{{- define "slipstream.ports" -}}
{{- with .Values.slipstream }}
{{- if and .enabled .metrics (empty .jdk.image) -}}
- {name: slipstream, containerPort: 9404}
{{- end }}
{{- end }}
{{- end }}

{{- define "slipstream.volumeMounts" -}}
{{- with .Values.slipstream }}
{{- if .enabled }}
  {{- if .jdk.image -}}
- {name: slipstream, mountPath: {{ .jdk.path | quote }}, subPath: {{ base .jdk.path | quote }}, readOnly: true}
  {{- else -}}
- {name: slipstream, mountPath: /agents, readOnly: true}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "slipstream.volumes" -}}
{{- with .Values.slipstream }}
{{- if .enabled -}}
- {name: slipstream, emptyDir: {sizeLimit: {{ .jdk.image | empty | ternary "64Mi" "1Gi" }}}}
{{- end }}
{{- end }}
{{- end }}
