import { Check, Code, Copy, EllipsisVertical, Link2Off, Link as LinkIcon, Pencil, Trash2 } from 'lucide-react'

import { dayText } from '../../lib/dates.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { ShareLink } from './link-calls.ts'
import { embedCode, shareLink } from '../../lib/share-text.ts'

export interface LinkRowProps {
  readonly link: ShareLink
  readonly onEdit: () => void
  readonly onRevoke: (isRevoked: boolean) => void
  readonly onRemove: () => void
}

/** One personal link and its actions. Only a disabled link can be removed. */
export function LinkRow({ link, onEdit, onRevoke, onRemove }: LinkRowProps) {
  const { isCopied, copy } = useCopy()
  const entries: readonly MenuEntry[] = [
    { key: 'edit', label: 'Edit', icon: <Pencil size={16} aria-hidden />, onSelect: onEdit },
    {
      key: 'embed',
      label: 'Copy embed code',
      icon: <Code size={16} aria-hidden />,
      onSelect: () => void copy(embedCode(window.location.origin, link.token)),
    },
    link.isRevoked
      ? {
          key: 'restore',
          label: 'Turn on again',
          icon: <LinkIcon size={16} aria-hidden />,
          onSelect: () => onRevoke(false),
        }
      : { key: 'revoke', label: 'Turn off', icon: <Link2Off size={16} aria-hidden />, onSelect: () => onRevoke(true) },
    ...(link.isRevoked
      ? [
          {
            key: 'remove',
            label: 'Remove',
            icon: <Trash2 size={16} aria-hidden />,
            tone: 'danger' as const,
            onSelect: onRemove,
          },
        ]
      : []),
  ]
  return (
    <li className="flex items-center gap-1 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{link.name}</p>
        <p className="text-xs text-muted">{stateText(link)}</p>
      </div>
      <IconButton
        label={isCopied ? 'Copied!' : `Copy the link ${link.name}`}
        disabled={link.isRevoked || link.hasEnded}
        onClick={() => void copy(shareLink(window.location.origin, link.token))}
      >
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </IconButton>
      <Menu
        trigger={
          <IconButton label={`More for the link ${link.name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </IconButton>
        }
        entries={entries}
      />
    </li>
  )
}

function stateText(link: ShareLink): string {
  const opened =
    link.viewCount === 0 ? 'Not opened' : `Opened ${link.viewCount} ${link.viewCount === 1 ? 'time' : 'times'}`
  const end = link.expiresAt === null ? [] : [`${link.hasEnded ? 'ended' : 'until'} ${dayText(link.expiresAt)}`]
  return [...(link.isRevoked ? ['Off'] : []), opened, ...(link.hasPassword ? ['password'] : []), ...end].join(' · ')
}
