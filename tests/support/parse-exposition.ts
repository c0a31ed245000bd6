/** Parses Prometheus's text format 0.0.4: the value of each series, by its literal name. */
export function parseExposition(text: string): ReadonlyMap<string, number> {
  const series = new Map<string, number>()
  const families = new Set<string>()
  let family = { name: '', type: '' }
  let help: string | null = null
  if (!text.endsWith('\n')) throw new Error('The last line does not end')
  for (const line of text.slice(0, -1).split('\n')) {
    const helped = /^# HELP ([a-z_]+) \S/.exec(line)
    const typed = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line)
    const sample = /^([a-z_]+)(\{[^{}]*\})? (-?\d\S*|[+-]Inf|NaN)$/.exec(line)
    if (helped !== null) help = helped[1] ?? ''
    else if (typed !== null) {
      family = { name: typed[1] ?? '', type: typed[2] ?? '' }
      if (help !== family.name) throw new Error(`No help before the type of ${family.name}`)
      if (families.has(family.name)) throw new Error(`${family.name} comes twice`)
      families.add(family.name)
    } else if (sample !== null) {
      const [, name = '', labels = '', value = ''] = sample
      const suffix = name.slice(family.name.length)
      const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      if (!name.startsWith(family.name) || !suffixes.includes(suffix)) throw new Error(`Not of ${family.name}: ${line}`)
      if (labels !== '' && !/^\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\}$/.test(labels))
        throw new Error(`Labels: ${line}`)
      if (series.has(name + labels)) throw new Error(`Twice: ${line}`)
      series.set(name + labels, Number(value.replace('Inf', 'Infinity')))
    } else throw new Error(`Not of the format: ${line}`)
  }
  return series
}
