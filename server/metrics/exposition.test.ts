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
        { suffix: '_bucket', labels: { handler: 'rest', le: '+Inf' }, value: 2 },
        { suffix: '_sum', labels: { handler: 'rest' }, value: Infinity },
        { suffix: '_count', labels: { handler: 'rest' }, value: Number.NaN },
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
      'size_bucket{handler="rest",le="+Inf"} 2',
      'size_sum{handler="rest"} +Inf',
      'size_count{handler="rest"} NaN',
      '',
    ].join('\n'),
  )
})
