import { ownBrand, type Brand } from '#domain/brand.ts'
import { screenshotAddress } from '#domain/demo.ts'
import { demoFonts } from '#domain/demo-look.ts'
import type { PasswordPageInput } from '#protocol/player-page.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'
import type { Config } from '#server/settings/config.ts'

import { pictureOrigin } from './picture-origin.ts'

/** The answer of workspace_brand(). */
export interface BrandRow {
  readonly color: string | null
  readonly logo: string | null
  readonly shows_product_name: boolean
  readonly font: string | null
}

/** Falls back to our brand if the workspace's can't be read. */
export function toBrand(config: Config, row: BrandRow | null): Brand {
  if (row === null) return ownBrand
  const logoUrl = row.logo === null ? null : screenshotAddress(pictureOrigin(config), row.logo)
  const font = demoFonts.find((known) => known === row.font) ?? null
  return { color: row.color, logoUrl, showsProductName: row.shows_product_name, font }
}

/** The brand for a page outside a demo. */
export async function readWorkspaceBrand(services: Services, workspaceId: string): Promise<Brand> {
  const client = backendClient(services, { role: 'service_role' })
  const { data } = await client.rpc('workspace_brand', { p_workspace_id: workspaceId })
  return toBrand(services.config, data as BrandRow | null)
}

/** The workspace of a link that is open to whoever knows its password; null if it can't be read. */
export async function readLinkOwner(services: Services, token: string): Promise<PasswordPageInput['owner']> {
  const client = backendClient(services, { role: 'service_role' })
  const { data } = await client
    .from('share_links')
    .select('workspace_id,workspaces(name)')
    .eq('token', token)
    .maybeSingle<{ workspace_id: string; workspaces: { name: string } }>()
  if (data === null) return null
  return { name: data.workspaces.name, brand: await readWorkspaceBrand(services, data.workspace_id) }
}
