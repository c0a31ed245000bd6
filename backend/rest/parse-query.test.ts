import { describe, expect, it } from 'vitest'

import { parseFilter, parseLogic } from './parse-filter.ts'
import { parseQuery } from './parse-query.ts'
import { parseSelect } from './parse-select.ts'
import { RestError } from './rest-error.ts'

function column(name: string, ...path: readonly object[]) {
  return { column: name, path }
}

describe('select', () => {
  it.each([
    ['', [{ type: 'all' }]],
    ['*', [{ type: 'all' }]],
    [
      'id,label:title',
      [
        { type: 'field', field: column('id'), alias: null, cast: null, aggregate: null },
        { type: 'field', field: column('title'), alias: 'label', cast: null, aggregate: null },
      ],
    ],
    ['order::text', [{ type: 'field', field: column('order'), alias: null, cast: 'text', aggregate: null }]],
    [
      'n:price::double precision',
      [{ type: 'field', field: column('price'), alias: 'n', cast: 'double precision', aggregate: null }],
    ],
    ['"odd, name"', [{ type: 'field', field: column('odd, name'), alias: null, cast: null, aggregate: null }]],
    [String.raw`"a\"b"`, [{ type: 'field', field: column('a"b'), alias: null, cast: null, aggregate: null }]],
    ['two words', [{ type: 'field', field: column('two words'), alias: null, cast: null, aggregate: null }]],
    [
      'data->!@#->>a*b?',
      [
        {
          type: 'field',
          field: column('data', { arrow: '->', key: '!@#' }, { arrow: '->>', key: 'a*b?' }),
          alias: null,
          cast: null,
          aggregate: null,
        },
      ],
    ],
    ['a-b', [{ type: 'field', field: column('a-b'), alias: null, cast: null, aggregate: null }]],
    [
      'data->list->0->>name',
      [
        {
          type: 'field',
          field: column('data', { arrow: '->', key: 'list' }, { arrow: '->', key: 0 }, { arrow: '->>', key: 'name' }),
          alias: null,
          cast: null,
          aggregate: null,
        },
      ],
    ],
    [
      'steps:demo_steps!inner(id,captures(*)),id',
      [
        {
          type: 'embed',
          relation: 'demo_steps',
          alias: 'steps',
          hint: null,
          isInner: true,
          isSpread: false,
          select: [
            { type: 'field', field: column('id'), alias: null, cast: null, aggregate: null },
            {
              type: 'embed',
              relation: 'captures',
              alias: null,
              hint: null,
              isInner: false,
              isSpread: false,
              select: [{ type: 'all' }],
            },
          ],
        },
        { type: 'field', field: column('id'), alias: null, cast: null, aggregate: null },
      ],
    ],
    [
      '...demos!fk_demo(name)',
      [
        {
          type: 'embed',
          relation: 'demos',
          alias: null,
          hint: 'fk_demo',
          isInner: false,
          isSpread: true,
          select: [{ type: 'field', field: column('name'), alias: null, cast: null, aggregate: null }],
        },
      ],
    ],
    [
      'n:price.sum()::int,count()',
      [
        {
          type: 'field',
          field: column('price'),
          alias: 'n',
          cast: null,
          aggregate: { name: 'sum', cast: 'int' },
        },
        { type: 'field', field: null, alias: null, cast: null, aggregate: { name: 'count', cast: null } },
      ],
    ],
  ])('%s', (text, expected) => {
    expect(parseSelect(text)).toEqual(expected)
  })

  it.each(['id,', ',id', 'id::', 'a b::int); drop', 'demos(id', '"open', 'id)', 'a:b:c', 'a->'])(
    '%s is refused',
    (text) => {
      expect(() => parseSelect(text)).toThrow(RestError)
    },
  )
})

describe('filters', () => {
  it.each([
    ['id', 'eq.1', false, { type: 'compare', operator: 'eq', quantifier: null, value: '1' }],
    ['id', 'not.eq.a.b,c)', true, { type: 'compare', operator: 'eq', quantifier: null, value: 'a.b,c)' }],
    ['id', 'eq."quoted"', false, { type: 'compare', operator: 'eq', quantifier: null, value: '"quoted"' }],
    ['id', 'eq.', false, { type: 'compare', operator: 'eq', quantifier: null, value: '' }],
    ['id', 'eq.two\nlines', false, { type: 'compare', operator: 'eq', quantifier: null, value: 'two\nlines' }],
    ['id', 'like(any).{a*,b}', false, { type: 'compare', operator: 'like', quantifier: 'any', value: '{a*,b}' }],
    ['id', 'in.(1,"a,b",)', false, { type: 'in', values: ['1', 'a,b', ''] }],
    ['id', 'in.()', false, { type: 'in', values: [] }],
    ['id', 'is.NULL', false, { type: 'is', value: 'null' }],
    ['id', 'not.is.null', true, { type: 'is', value: 'null' }],
    ['id', 'fts(german).katze', false, { type: 'search', operator: 'fts', configuration: 'german', query: 'katze' }],
  ])('%s=%s', (key, text, isNegated, test) => {
    expect(parseFilter(key, text)).toEqual({ type: 'filter', field: column(key), isNegated, test })
  })

  it("are refused in PostgREST's words when malformed", () => {
    expect(() => parseFilter('id', 'foo')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST100',
        message: '"failed to parse filter (foo)" (line 1, column 1)',
        details: 'unexpected "f" expecting "not" or operator (eq, gt, ...)',
      }),
    )
  })

  it.each(['eq', 'between.1', 'in.1', 'in.(1', 'is.perhaps', 'not.not.eq.1', 'eq(some).1', ''])(
    '%s is refused',
    (text) => {
      expect(() => parseFilter('id', text)).toThrow(RestError)
    },
  )
})

describe('trees', () => {
  const equals = (name: string, value: string) => ({
    type: 'filter',
    field: column(name),
    isNegated: false,
    test: { type: 'compare', operator: 'eq', quantifier: null, value },
  })

  it('nest, negate and quote', () => {
    expect(parseLogic('not.or', '(a.eq.1,not.and(b.eq."x,y)",c.not.in.(1,2)),d->>e.cs.{p,q})')).toEqual({
      type: 'group',
      logicalOperator: 'or',
      isNegated: true,
      parts: [
        equals('a', '1'),
        {
          type: 'group',
          logicalOperator: 'and',
          isNegated: true,
          parts: [
            equals('b', 'x,y)'),
            { type: 'filter', field: column('c'), isNegated: true, test: { type: 'in', values: ['1', '2'] } },
          ],
        },
        {
          type: 'filter',
          field: column('d', { arrow: '->>', key: 'e' }),
          isNegated: false,
          test: { type: 'compare', operator: 'cs', quantifier: null, value: '{p,q}' },
        },
      ],
    })
  })

  it('accept a column named like an operator', () => {
    expect(parseLogic('or', '(or.eq.1,and.eq.2)')).toMatchObject({ parts: [equals('or', '1'), equals('and', '2')] })
  })

  it.each(['', '()', '(a.eq.1', '(a.eq.1))', 'a.eq.1', '(a.eq.1,)', '(a)'])('%s is refused', (text) => {
    expect(() => parseLogic('or', text)).toThrow(RestError)
  })
})

describe('the whole query', () => {
  it('selects everything by default', () => {
    expect(parseQuery(new URLSearchParams())).toEqual({
      select: [{ type: 'all' }],
      conditions: [],
      embedded: [],
      order: [],
      range: { offset: 0, limit: null },
      columns: null,
      onConflict: null,
    })
  })

  it('treats unreserved parameters as filters', () => {
    const query = new URLSearchParams('select=id&limit=5&offset=2&apikey=k&p_id=7&name=eq.x&order=name.desc')
    const parsed = parseQuery(query, { isArgument: (key) => key === 'p_id' })
    expect(parsed.conditions).toHaveLength(1)
    expect(parsed.range).toEqual({ offset: 2, limit: 5 })
  })

  it.each([
    ['limit=10', '5-9', { offset: 5, limit: 5 }],
    ['limit=3&offset=2', '0-99', { offset: 2, limit: 3 }],
    ['limit=ten', '7-', { offset: 7, limit: null }],
    ['', 'bytes=1-2', { offset: 0, limit: null }],
    ['limit=0', '10-20', { offset: 0, limit: 0 }],
  ])('reads %s and Range %s', (text, range, expected) => {
    expect(parseQuery(new URLSearchParams(text), { range }).range).toEqual(expected)
  })

  it('refuses a limit and Range header without a common row', () => {
    expect(() => parseQuery(new URLSearchParams('limit=2'), { range: '10-20' })).toThrow(RestError)
  })

  it.each([
    ['offset=-4', { offset: 0, limit: null }],
    ['offset=-1&limit=3', { offset: 0, limit: 2 }],
    ['offset=-2&limit=2', { offset: 0, limit: 0 }],
  ])('counts only rows that are there for %s', (text, expected) => {
    expect(parseQuery(new URLSearchParams(text)).range).toEqual(expected)
  })

  it.each([
    [
      'select',
      ' id , label : title :: text , steps ! inner ( id , captures ( * ) )',
      'id,label:title::text,steps!inner(id,captures(*))',
    ],
    ['select', '... demos ! fk ( name ) , data -> list -> 0 ->> name', '...demos!fk(name),data->list->0->>name'],
    ['or', ' ( a.eq.1 , not.and ( b.in. ( 1,2) , c.is.null ) ) ', '(a.eq.1 ,not.and(b.in.(1,2),c.is.null))'],
    ['steps.or', '( a.eq.1, b.eq.2)', '(a.eq.1,b.eq.2)'],
    ['order', ' a , b.desc.nullslast , steps ( id ) ', 'a,b.desc.nullslast,steps(id)'],
    ['columns', ' id , "odd name" ', 'id,"odd name"'],
    ['on_conflict', 'id, name', 'id,name'],
  ])('ignores white space in %s=%s', (name, spaced, plain) => {
    const read = (text: string) => parseQuery(new URLSearchParams([[name, text]]))
    expect(read(spaced)).toEqual(read(plain))
  })

  it.each(['columns=', 'columns=id,', 'on_conflict=', 'limit=-1', 'offset=-3&limit=2', 'order=a.up', 'order=steps(a'])(
    'refuses %s',
    (text) => {
      expect(() => parseQuery(new URLSearchParams(text))).toThrow(RestError)
    },
  )
})
