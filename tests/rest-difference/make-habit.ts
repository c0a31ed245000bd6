import type { RandomChoices } from '#support/random-choices.ts'

import type { ProofRequest } from './proof-request.ts'

/** Requests like those of PostgREST's own test suite, adapted to this schema. */
export function habit(chance: RandomChoices): ProofRequest {
  const [method, path, body = null, prefer = ''] = chance.pick(habits)
  return {
    method,
    path: path.replaceAll(' ', '%20').replaceAll('#', '%23'),
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(prefer === '' ? {} : { prefer: `return=representation,${prefer}` }),
    },
    body,
    isSignedIn: false,
  }
}

/** The same with optional whitespace in lists and brackets. */
export function withSpace(request: ProofRequest): ProofRequest {
  const [table, query] = request.path.split('?', 2)
  if (query === undefined) return request
  const spaced = query.split('&').map((pair) => {
    const [key = ''] = pair.split('=', 1)
    const isList = /(?:^|\.)(?:select|order|columns|on_conflict|and|or)$/.test(decodeURIComponent(key))
    return isList ? pair.replaceAll(/,|%2C/g, '$&%20') : pair
  })
  return { ...request, path: `${table}?${spaced.join('&')}` }
}

const habits: readonly (readonly [method: string, path: string, body?: string, prefer?: string])[] = [
  ['GET', '/authors?select=id,bio->!@#&order=id'],
  ['GET', '/authors?select=id,x:bio->>*a?&order=id&bio->>!@#=is.null'],
  ['GET', '/authors?select=id&or=(bio->>city.eq.C1, bio->deep->>!x.is.null)&order=id'],
  ['GET', '/authors?select=id , name&order=name.desc, id& id=lt.5'],
  ['GET', '/authors?select=id&name=in.( "Author A","Author B")&order=id'],
  ['GET', '/authors?select=id&or=(name.eq."Author A" , id.eq.3)&order=id'],
  ['GET', '/books?select=id, who: authors ! author_id ( name )&order=id&limit=3'],
  ['GET', '/books?select=id&id=gte.2&id=lte.4&order=id'],
  ['GET', '/books?select=id&order=id.desc&order=id.asc&limit=2'],
  ['GET', '/books?select=id&order=id&offset=-4&limit=9'],
  ['GET', '/books?select=id&order=id&offset=-9&limit=4'],
  ['GET', '/books?select=id&order=id&offset=-4'],
  ['GET', '/books?select=id,authors!author_id(id),authors!books_editor(id)'],
  ['GET', '/books?select=id,a:authors!author_id(id),a:authors!books_editor(id)'],
  ['GET', '/books?select=id,a:authors!author_id(id),authors!books_editor(id)&order=id&limit=3'],
  ['GET', '/authors?select=id,shelves(id)'],
  ['POST', '/rpc/of_int', '5'],
  ['POST', '/rpc/of_int', '{"a":5}'],
  ['POST', '/rpc/of_two', '{"a":1,"b":2}'],
  ['POST', '/rpc/whole', '{"a":5}'],
  ['POST', '/rpc/whole?columns=a', '{"a":5,"b":6}'],
  ['POST', '/rpc/add?columns=a,b', '{"a":1,"b":2,"c":3}'],
  ['POST', '/rpc/add?columns=a', '{"a":1,"b":2}'],
  ['POST', '/rpc/add', '[{"a":1,"b":2},{"a":9,"b":9}]'],
  ['POST', '/rpc/swapped', '{"a":1,"b":2}'],
  ['GET', '/rpc/below?id=4&id=gt.1&select=id&order=id'],
  ['GET', '/rpc/below?id=in.(1,2)&id=4&select=id&order=id'],
  ['POST', '/rpc/below?id=gt.1&select=id&order=id', '{"id":4}'],
  ['GET', '/rpc/any_rows?n=3'],
  ['POST', '/rpc/any_rows', '{"n":3}'],
  ['GET', '/rpc/any_rows?n=3&select=x'],
  ['GET', '/rpc/add?a=1&x=eq.1'],
  ['GET', '/rpc/coded?c=abc&f=1010'],
  ['POST', '/rpc/coded', '{"c":"abc","f":"1010"}'],
  ['POST', '/rpc/felt', '{"m":"calm"}'],
  ['GET', '/rpc/felt?m=wild'],
  ['GET', '/rpc/path'],
  ['POST', '/weights', '{"year":25,"hen":1,"grams":5}', 'resolution=merge-duplicates'],
  ['POST', '/weights?on_conflict=year, hen', '{"year":26,"hen":9,"grams":5}', 'resolution=merge-duplicates'],
  ['POST', '/weights', '[{"year":25,"hen":1},{"year":26,"hen":9}]', 'resolution=merge-duplicates'],
  ['PUT', '/weights?year=eq.25&hen=eq.1', '{"year":25,"hen":1,"grams":5}', 'count=exact'],
  ['PUT', '/weights?year=eq.25&hen=eq.8&hen=eq.8', '{"year":25,"hen":8,"grams":5}', 'count=exact'],
  [
    'POST',
    '/chicks?select=name,mood,note&columns=id,name,mood,note',
    '[{"note":"x"},{"mood":"wild"}]',
    'missing=default',
  ],
  ['POST', '/chicks?select=name,note&columns=name, note', '[{},{"name":null}]', 'missing=default'],
  ['POST', '/chicks?columns=', '[{"id":1}]', 'missing=default'],
  ['POST', '/tags?columns=id,id,code', '[{"id":1,"code":"abc"}]', 'count=exact'],
]
