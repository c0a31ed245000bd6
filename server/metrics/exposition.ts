/** One sample with its labels. */
export interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}

export interface Sample {
  /** For histograms. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
  /** Label values must come from a small fixed set: Prometheus stores a series for each, for weeks. */
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** Prometheus's text format, version 0.0.4. */
export function exposition(families: readonly Family[]): string {
  let text = ''
  for (const { name, type, help, samples } of families) {
    text += `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`
    for (const { suffix = '', labels = {}, value } of samples) {
      text += `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`
    }
  }
  return text
}

/** A family with one unlabelled sample. */
export function single(name: string, type: 'counter' | 'gauge', help: string, value: number): Family {
  return { name, type, help, samples: [{ value }] }
}

/** A family with one sample per value of a label. */
export function byLabel(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): Family {
  return {
    name,
    type,
    help,
    samples: Object.entries(values).map(([each, value]) => ({ labels: { [label]: each }, value })),
  }
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  if (value === Infinity) return '+Inf'
  return value === -Infinity ? '-Inf' : String(value)
}
