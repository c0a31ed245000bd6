/* Example requests to the API, as a program would send them. */

export const requests = [
  { value: 'demos', label: 'Demos' },
  { value: 'leads', label: 'Leads' },
  { value: 'archive', label: 'Archive a demo' },
] as const

export type RequestName = (typeof requests)[number]['value']
export type RequestLanguage = 'curl' | 'js'

export interface ExampleRequest {
  readonly name: RequestName
  readonly language: RequestLanguage
  /** The backend's origin. */
  readonly url: string
  readonly secret: string
}

export function requestText({ name, language, url, secret }: ExampleRequest): string {
  const columns = name === 'leads' ? 'id,email,created_at' : 'id,name,status'
  if (language === 'js') {
    const call =
      name === 'archive'
        ? `from('demos')\n  .update({ status: 'archived' })\n  .eq('id', 'DEMO_ID')`
        : `from('${name}')\n  .select('${columns}')\n  .order('created_at', { ascending: false })\n  .limit(2)`
    return [
      "import { createClient } from '@supabase/supabase-js'",
      '',
      `const client = createClient('${url}', '${secret}')`,
      `const { data } = await client.${call}`,
    ].join('\n')
  }
  return name === 'archive'
    ? [
        `curl -X PATCH "${url}/rest/v1/demos?id=eq.DEMO_ID" \\`,
        `  -H "apikey: ${secret}" -H "content-type: application/json" \\`,
        `  -d '{"status":"archived"}'`,
      ].join('\n')
    : [
        `curl "${url}/rest/v1/${name}?select=${columns}&order=created_at.desc&limit=2" \\`,
        `  -H "apikey: ${secret}"`,
      ].join('\n')
}
