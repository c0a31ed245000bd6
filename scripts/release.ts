import { makeRelease, ReleaseError } from './make-release.ts'
import { root, stop } from './tasks.ts'

/* npm run release -- 0.2.0: sets the version, dates the changelog, freezes the migrations, commits and tags. */
const [version] = process.argv.slice(2)
if (version === undefined) stop('Name the version: npm run release -- 0.2.0')

try {
  makeRelease(root, version, new Date().toISOString().slice(0, 10))
} catch (error) {
  if (error instanceof ReleaseError) stop(error.message)
  throw error
}
console.log(`Released ${version}. Publish it with: git push --follow-tags`)
