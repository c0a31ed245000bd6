import { expect, test } from 'vitest'

import { byLabel, exposition, single } from './exposition.ts'

test('escapes label values the way Prometheus reads them', () => {
  const text = exposition([
    single('visits_total', 'counter', 'A \\ and\na line', 3),
    byLabel('lag_seconds', 'gauge', 'Lag', 'of', { 'a "b"\\\n': 0.25 }),
    {
      name: 'size',
      type: 'histogram',
      help: 'Size',
      samples: [
        { suffix: '_bucket', labels: { door: 'rest', le: '+Inf' }, value: 2 },
        { suffix: '_sum', labels: { door: 'rest' }, value: Infinity },
        { suffix: '_count', labels: { door: 'rest' }, value: Number.NaN },
      ],
    },
  ])
  expect(text).toBe(
    [
      '# HELP visits_total A \\\\ and\\na line',
      '# TYPE visits_total counter',
      'visits_total 3',
      '# HELP lag_seconds Lag',
      '# TYPE lag_seconds gauge',
      'lag_seconds{of="a \\"b\\"\\\\\\n"} 0.25',
      '# HELP size Size',
      '# TYPE size histogram',
      'size_bucket{door="rest",le="+Inf"} 2',
      'size_sum{door="rest"} +Inf',
      'size_count{door="rest"} NaN',
      '',
    ].join('\n'),
  )
})
