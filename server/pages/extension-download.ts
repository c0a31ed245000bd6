import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'

import type { StaticFolder } from './static-folder.ts'

const fileName = 'understudy-extension.zip'
const notBuilt = 'The extension has not been built yet. Run "npm run build", then download it again.'

/** GET /understudy-extension.zip: the extension built for this server, for Chrome's "Load unpacked". */
export function extensionDownload(dist: StaticFolder) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    if (!(await dist.has(fileName))) return context.text(notBuilt, 404)
    const answer = await dist.serve(context, fileName)
    answer.headers.set('content-disposition', `attachment; filename="${fileName}"`)
    return answer
  }
}
