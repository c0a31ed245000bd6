import {
  bothFail,
  codeOf,
  detailsOf,
  faultsOfRequests,
  isCsv,
  isSqlState,
  listsByPlace,
  placesOf,
  sameExceptArrayNames,
  sameCsv,
  sameDoubledNames,
  sameHead,
  sameRows,
  sameSorted,
  withoutHint,
  withoutWords,
} from './answer-likeness.ts'
import type { ProofAnswer } from './compare-answers.ts'
import type { ProofRequest } from './proof-request.ts'

export interface ComparedAnswers {
  readonly request: ProofRequest
  readonly ours: ProofAnswer
  readonly theirs: ProofAnswer
}

export interface DeliberateDifference {
  readonly what: string
  readonly reason: string
  readonly covers: (answers: ComparedAnswers) => boolean
}

/** Everything we deliberately answer differently from PostgREST 12.0.2. */
export const deliberateDifferences: readonly DeliberateDifference[] = [
  {
    what: 'not exactly one row: the words of PGRST116, and one Content-Type instead of two',
    reason: 'Version 13 changed the sentence and mended the doubled header.',
    covers: ({ ours, theirs }) =>
      bothFail(ours, theirs, 'PGRST116', 'PGRST116') && detailsOf(ours) === detailsOf(theirs),
  },
  {
    what: 'unreadable parameters: the words of PGRST100',
    reason: 'The words come out of the parser of Haskell; clients go by the code.',
    covers: ({ ours, theirs }) => bothFail(ours, theirs, 'PGRST100', 'PGRST100'),
  },
  {
    what: 'PostgreSQL refuses the same thing: the sentence names an alias, or another of several faulty values',
    reason: 'The two statements call things by other names and stand in another order; clients go by the code.',
    covers: ({ ours, theirs }) =>
      isSqlState(codeOf(ours)) && bothFail(ours, theirs, codeOf(ours) ?? '', codeOf(ours) ?? ''),
  },
  {
    what: 'several faulty values in one request: another of them is named',
    reason: 'PostgreSQL names the first fault it comes to, and our statement has another order.',
    covers: ({ request, ours, theirs }) =>
      faultsOfRequests.has(codeOf(ours) ?? '') && faultsOfRequests.has(codeOf(theirs) ?? '') && placesOf(request) > 1,
  },
  {
    what: 'a domain with casts of its own: always in its own words',
    reason:
      'PostgREST forgets the casts with isdistinct, in Location, and in rows embedded by the name of a column; then it refuses or shows otherwise what it has shown.',
    covers: ({ request, ours, theirs }) =>
      request.path.startsWith('/guests') &&
      (/invalid input syntax for type integer: \\"T-\d+\\"/.test(theirs.body) ||
        (request.path.includes('isdistinct') && ours.status < 300 && codeOf(theirs) === '22P02') ||
        (sameHead(withoutWords(ours), withoutWords(theirs)) &&
          sameSorted(withoutWords(ours).body || 'null', withoutWords(theirs).body || 'null'))),
  },
  {
    what: 'rows ordered by a domain with casts of its own in an embedded row: by what it is kept as',
    reason: 'PostgREST orders by what it shows, which is JSON and has no order.',
    covers: ({ request, ours, theirs }) =>
      request.path.startsWith('/guests') &&
      (ours.status < 300 || ['PGRST103', 'PGRST116'].includes(codeOf(ours) ?? '')) &&
      theirs.body.includes('could not identify an ordering operator for type json'),
  },
  {
    what: 'a plan',
    reason: 'It is the plan of our statement, not of theirs.',
    covers: ({ ours, theirs }) =>
      ours.status === 200 &&
      sameHead(ours, theirs) &&
      ours.headers['content-type']?.startsWith('application/vnd.pgrst.plan') === true,
  },
  {
    what: 'rpc by GET: an argument of type json is read as JSON',
    reason: 'Version 12 takes it for a JSON string; from 13 on arguments are passed to PostgreSQL as they are.',
    covers: ({ request, theirs }) =>
      request.path.startsWith('/rpc/keys_of?doc=') && ['22P02', '22023'].includes(codeOf(theirs) ?? ''),
  },
  {
    what: 'a media type that is not spoken: 406 instead of 415',
    reason: 'Version 13 corrected the status; 415 is about what was sent.',
    covers: ({ ours, theirs }) =>
      codeOf(ours) === 'PGRST107' && codeOf(theirs) === 'PGRST107' && ours.status === 406 && theirs.status === 415,
  },
  {
    what: 'keys inside embedded rows stand in the order of the select',
    reason: 'PostgREST passes them through jsonb, which sorts them; leaving that out is faster, and JSON has no order.',
    covers: ({ ours, theirs }) => sameHead(ours, theirs) && sameSorted(ours.body, theirs.body),
  },
  {
    what: 'a count too small for the offset: no Content-Profile on the refusal',
    reason: 'A refusal is of no schema; all others lack it in PostgREST too.',
    covers: ({ ours, theirs }) => bothFail(ours, theirs, 'PGRST103', 'PGRST103') && ours.body === theirs.body,
  },
  {
    what: 'offset and limit=0 of embedded rows: no internal error',
    reason: 'A fault of version 12.',
    covers: ({ request, ours, theirs }) =>
      theirs.status === 500 &&
      theirs.body === 'Something went wrong' &&
      /\.(?:limit=0|offset=)/.test(request.path) &&
      ours.status < 500,
  },
  {
    what: 'a response.status outside 200 to 599 is refused with PGRST112',
    reason: 'No HTTP client would take it; the answer could not be sent.',
    covers: ({ request, ours }) =>
      request.path.startsWith('/rpc/teapot') &&
      `${request.path}${request.body}`.includes('999') &&
      codeOf(ours) === 'PGRST112',
  },
  {
    what: 'an unknown column in a body: the words of PGRST204',
    reason: 'Version 13 changed the sentence.',
    covers: ({ ours, theirs }) => bothFail(ours, theirs, 'PGRST204', 'PGRST204'),
  },
  {
    what: 'an unknown table: PGRST205 instead of 42P01',
    reason: 'Since version 13 PostgREST looks into its cache first.',
    covers: ({ ours, theirs }) => bothFail(ours, theirs, 'PGRST205', '42P01'),
  },
  {
    what: 'an unknown schema: the words of PGRST106',
    reason: 'Version 13 changed the sentence.',
    covers: ({ ours, theirs }) => bothFail(ours, theirs, 'PGRST106', 'PGRST106'),
  },
  {
    what: 'what may have been meant by a wrong name: another guess in the hint',
    reason: 'The guess comes from another measure of likeness; clients show it and nothing more.',
    covers: ({ ours, theirs }) =>
      ['PGRST200', 'PGRST202'].some((code) => bothFail(ours, theirs, code, code)) &&
      withoutHint(ours.body) === withoutHint(theirs.body),
  },
  {
    what: 'an array of values for a function of one json',
    reason: 'Version 12 reads every array as rows; a function that takes any JSON may take that.',
    covers: ({ request, ours, theirs }) =>
      request.path === '/rpc/whole' &&
      request.body?.startsWith('[') === true &&
      ours.status === 200 &&
      codeOf(theirs) === 'PGRST102',
  },
  {
    what: 'an embedded table of which nothing is selected: no error, and no right to read it all is asked for',
    reason: 'Version 12 reads every column all the same, or ends in a syntax error when spread.',
    covers: ({ request, ours, theirs }) =>
      request.path.includes('()') &&
      (codeOf(theirs) === '42601' || /column \w+_\d+\.\w+ does not exist/.test(theirs.body)
        ? ours.status < 500 && codeOf(ours) !== '42601'
        : (ours.status < 300 || ['PGRST103', 'PGRST116'].includes(codeOf(ours) ?? '')) &&
          ['42703', '42501', '42846'].includes(codeOf(theirs) ?? '')),
  },
  {
    what: 'a preference, media type or relationship that is not there, and another fault: ours is named first',
    reason: 'These are looked at before the database is asked; in version 12 some of them are after.',
    covers: ({ ours, theirs }) =>
      ['PGRST122', 'PGRST107', 'PGRST200'].includes(codeOf(ours) ?? '') &&
      codeOf(theirs) !== null &&
      theirs.status < 500,
  },
  {
    what: 'a write of more rows than the one that is asked for, and another fault of it: the number is named',
    reason: 'Ours ends before the commit, at which PostgreSQL would find that a row is still pointed to.',
    covers: ({ request, ours, theirs }) =>
      ['POST', 'PATCH', 'PUT', 'DELETE'].includes(request.method) &&
      codeOf(ours) === 'PGRST116' &&
      faultsOfRequests.has(codeOf(theirs) ?? ''),
  },
  {
    what: 'a program limit exceeded (54…): 500 instead of 413',
    reason: 'Version 13 changed the status: the request was not too large.',
    covers: ({ ours, theirs }) =>
      codeOf(ours) === '54000' && codeOf(theirs) === '54000' && ours.status === 500 && theirs.status === 413,
  },
  {
    what: 'a path that leads nowhere: PGRST125 instead of an empty object',
    reason: 'The code is from version 13.',
    covers: ({ ours, theirs }) =>
      codeOf(ours) === 'PGRST125' && theirs.status === 404 && ['', '{}'].includes(theirs.body),
  },
  {
    what: 'a body that is no JSON, with columns: PGRST102 instead of the words of PostgreSQL',
    reason: 'We read every body, PostgREST only those whose columns it must find out.',
    covers: ({ request, ours, theirs }) =>
      request.path.includes('columns=') && codeOf(ours) === 'PGRST102' && codeOf(theirs) === '22P02',
  },
  {
    what: 'CSV: the header names the columns that were selected, in their order, and so do embedded rows',
    reason: 'Version 12 takes the names from sorted JSON and adds columns that only it needs.',
    covers: ({ ours, theirs }) => isCsv(ours) && sameHead(ours, theirs) && sameCsv(ours.body, theirs.body),
  },
  {
    what: 'rows of a function filtered or ordered by a column that is not selected',
    reason: 'Version 12 fetches only what is selected and then misses the column.',
    covers: ({ request, ours, theirs }) =>
      request.path.startsWith('/rpc/all_books') &&
      (ours.status < 300 || codeOf(ours) === 'PGRST116') &&
      codeOf(theirs) === '42703',
  },
  {
    what: 'strict handling with a time zone: an unknown preference is refused',
    reason: 'Version 12 forgets to look when a time zone is among the preferences.',
    covers: ({ request, ours, theirs }) =>
      codeOf(ours) === 'PGRST122' &&
      /handling=strict.*timezone=/.test(request.headers['prefer'] ?? '') &&
      theirs.status < 300,
  },
  {
    what: 'a place in a JSON list, embedded: what stands there, called by the list',
    reason: 'As outside of embedded rows; there version 12 looks for a key of that number, which a list has not.',
    covers: ({ request, ours, theirs }) =>
      sameHead(ours, theirs) && sameExceptArrayNames(ours.body, theirs.body, listsByPlace(request)),
  },
  {
    what: 'a row changed: shown in another order',
    reason: 'Without an order the rows come as PostgreSQL finds them; the two statements are planned differently.',
    covers: ({ request, ours, theirs }) =>
      ['PATCH', 'DELETE'].includes(request.method) &&
      sameHead(ours, theirs) &&
      sameRows(ours.body, theirs.body, listsByPlace(request)),
  },
  {
    what: 'PATCH and DELETE without a filter are refused',
    reason: 'As on Supabase, which loads the extension safeupdate.',
    covers: ({ request, ours }) => ['PATCH', 'DELETE'].includes(request.method) && codeOf(ours) === '21000',
  },
  {
    what: 'a name twice in what is spread or embedded: both are shown, or what else there is to refuse',
    reason: 'As in the outer rows; version 12 names the columns one by one and finds them ambiguous.',
    covers: ({ request, ours, theirs }) =>
      (request.path.includes('...') || request.path.startsWith('/guests?')) &&
      codeOf(theirs) === '42702' &&
      codeOf(ours) !== '42702',
  },
  {
    what: 'a name twice in what is spread: once each, in the order of the select',
    reason: 'Version 12 hands on what is spread in a spread row twice, and puts it behind what stands after it.',
    covers: ({ request, ours, theirs }) =>
      request.path.includes('...') && sameHead(ours, theirs) && sameDoubledNames(ours.body, theirs.body),
  },
  {
    what: 'a related table by a function, of an embedded row or beside one called like the table: no failed cast',
    reason: 'Version 12 hands the function what is embedded by that name, or the few columns selected of the row.',
    covers: ({ request, ours, theirs }) =>
      /(?:writer|recent)\b/.test(request.path) &&
      codeOf(theirs) === '42846' &&
      /cannot cast type (?:jsonb?|record) to \w+/.test(theirs.body) &&
      ours.status < 500 &&
      codeOf(ours) !== '42846' &&
      !/function \w+\.(?:writer|recent)/.test(ours.body),
  },
  {
    what: 'a faulty value for a domain with casts of its own, and no row to compare with it',
    reason: 'Whether PostgreSQL reads the value first or finds that there is no row is a matter of its plan.',
    covers: ({ request, ours, theirs }) =>
      request.path.startsWith('/guests') &&
      ours.status === 200 &&
      ours.headers['content-range']?.startsWith('*/') === true &&
      codeOf(theirs) === '22P02',
  },
  {
    what: 'a function of one row that a filter takes away: Content-Range tells of no row',
    reason: 'Version 12 tells of one by GET, and by HEAD of a count that nobody asked for.',
    covers: ({ request, ours, theirs }) =>
      request.path.startsWith('/rpc/one_book') &&
      ours.status === theirs.status &&
      // Version 12's CSV has a header and an empty row here.
      (ours.body === theirs.body || (isCsv(ours) && ours.body.trim() === '')) &&
      ours.headers['content-range'] === '*/*' &&
      theirs.headers['content-range'] === (request.method === 'HEAD' ? '*/0' : '0-0/*'),
  },
  {
    what: 'one value of several from a function, as an object: the value itself',
    reason: 'Version 12 lets out a name of its own statement, pgrst_scalar.',
    covers: ({ ours, theirs }) =>
      theirs.body.includes('{"pgrst_scalar":') && ours.body === theirs.body.replace(/^\{"pgrst_scalar":(.*)\}$/s, '$1'),
  },
  {
    what: 'a change that is too long for its column, and no row to change',
    reason: 'Whether PostgreSQL looks at the value first or finds that there is no row is a matter of its plan.',
    covers: ({ request, ours, theirs }) =>
      request.method === 'PATCH' &&
      codeOf(ours) === '22001' &&
      theirs.headers['content-range']?.startsWith('*/') === true,
  },
  {
    what: 'an unknown column and a body that is no JSON: the body is named',
    reason: 'The body is read before the columns are looked up.',
    covers: ({ request, ours, theirs }) =>
      request.path.includes('columns=') && codeOf(ours) === 'PGRST102' && codeOf(theirs) === 'PGRST204',
  },
  {
    what: 'PostgREST gave no answer within ten seconds, twice',
    reason: 'There is nothing to compare with.',
    covers: ({ theirs }) => theirs.status === 0,
  },
  {
    what: 'a form with columns: the columns count',
    reason: 'As for JSON and CSV; version 12 goes by the names in the form.',
    covers: ({ request, ours, theirs }) =>
      request.headers['content-type'] === 'application/x-www-form-urlencoded' &&
      request.path.includes('columns=') &&
      (codeOf(theirs) === 'PGRST204' ||
        (codeOf(ours) === '23502' && theirs.status === 201) ||
        (request.headers['prefer']?.includes('return=representation') === true &&
          ours.status < 300 &&
          sameHead(ours, theirs))),
  },
  {
    what: 'OPTIONS on a function with arguments: what may be done with it',
    reason: 'Version 12 looks for a function without any; later ones answer for the name.',
    covers: ({ request, ours, theirs }) =>
      request.method === 'OPTIONS' && request.path.startsWith('/rpc/') && ours.status === 200 && theirs.status === 404,
  },
  {
    what: 'a function that only other roles may call: refused',
    reason: 'PostgREST keeps one plan for all roles; a function that was inlined into it is not asked again who may.',
    covers: ({ request, ours, theirs }) =>
      request.path.startsWith('/rpc/hidden') &&
      !request.isSignedIn &&
      codeOf(ours) === '42501' &&
      theirs.status === 200,
  },
]
