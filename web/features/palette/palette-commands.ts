import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { agentsQuery } from '../../lib/agent-calls.ts'
import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { everyLead, leadsQuery } from '../../lib/lead-calls.ts'
import { pageCommands, type PaletteCommand } from '../../lib/page-commands.ts'
import { signOutAndLeave } from '../../lib/session.ts'
import { shareLink } from '../../lib/share-text.ts'
import { chooseTheme } from '../../lib/theme.ts'
import { useWorkspaceSwitch } from '../../lib/use-workspace-switch.ts'
import { wantDialog } from '../../lib/wanted-dialog.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'
import { showToast } from '../../ui/toast-store.ts'

/** A help topic, as the palette finds it. */
export interface PaletteTopic {
  readonly id: string
  readonly title: string
  readonly also: string
}

export type LoadTopics = () => Promise<readonly PaletteTopic[]>

type Place = readonly [label: string, path: string, also?: string]

const pages: readonly Place[] = [
  ['Dashboard', '/dashboard', 'home start'],
  ['Demos', '/dashboard/demos'],
  ['Recordings', '/dashboard/recordings', 'extension capture sessions'],
  ['Agents', '/dashboard/agents', 'assistant bot'],
  ['Conversations', '/dashboard/conversations', 'inbox chat talks'],
  ['Rita, AI Sales Associate', '/dashboard/rita/home'],
  ['Campaign', '/dashboard/rita/campaign', 'rita audience mail'],
  ['Master Inbox', '/dashboard/rita/performance', 'rita conversations'],
  ['Connected Accounts', '/dashboard/rita/inbox', 'rita website tracker snippet'],
  ['Output', '/dashboard/rita/output', 'rita answers outcomes'],
  ['Analytics', '/dashboard/analytics', 'figures statistics visits'],
  ['Leads', '/dashboard/leads', 'contacts people'],
  ['Meetings', '/dashboard/leads?meeting=ahead', 'calendar bookings'],
  ['Settings', '/dashboard/settings', 'preferences options'],
  ['Account', '/dashboard/account', 'profile password email two-factor'],
  ['Help', '/dashboard/help', 'documentation support'],
  ['Feedback', '/dashboard/feedback', 'report a problem idea'],
]

const settings: readonly Place[] = [
  ['Workspace', '/dashboard/settings', 'name'],
  ['Brand', '/dashboard/settings/brand', 'colour color logo font theme'],
  ['Recording', '/dashboard/settings/recording', 'redact hide private rules extension capture'],
  ['Members', '/dashboard/settings/members', 'team roles people'],
  ['Security', '/dashboard/settings/security', 'two-factor sign-in'],
  [
    'Integrations',
    '/dashboard/settings/integrations',
    'language model voice speech calendar crm webhooks slack zapier hubspot',
  ],
  ['API keys', '/dashboard/settings/api', 'keys developer'],
  ['Credits', '/dashboard/settings/credits', 'billing money plan'],
  ['Audit log', '/dashboard/settings/audit', 'history who did what'],
]

interface Asked {
  readonly typed: string
  readonly loadTopics: LoadTopics
  readonly onNewWorkspace: () => void
}

const leadsMax = 6

/** All commands available here: the page's own, actions, pages, demos, leads, help and workspaces. */
export function usePaletteCommands({ typed, loadTopics, onNewWorkspace }: Asked): readonly PaletteCommand[] {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const workspaces = useQuery(workspacesQuery)
  const current = useCurrentWorkspace()
  const switchTo = useWorkspaceSwitch()
  const demos = useQuery(demosQuery)
  const agents = useQuery(agentsQuery)
  const topics = useQuery({ queryKey: ['palette-topics'], queryFn: loadTopics, staleTime: Infinity })
  const search = useDeferredValue(typed.trim())
  const leads = useQuery({ ...leadsQuery({ ...everyLead, search }, leadsMax), enabled: search.length > 1 })
  const shownDemo = /^\/dashboard\/demos\/([0-9a-f-]{36})/.exec(pathname)?.[1]
  const go = (path: string) => () => void navigate(path)
  const toCommand = (group: string, id: string) => {
    return ([label, path, also]: Place): PaletteCommand => ({
      id: `${id} ${path}`,
      label,
      group,
      run: go(path),
      ...(also !== undefined && { also }),
    })
  }
  return [
    ...pageCommands(),
    ...(shownDemo === undefined ? [] : demoActions(shownDemo, go)),
    // The editor has its own.
    ...(shownDemo === undefined || pathname.endsWith('/edit')
      ? []
      : [
          {
            id: 'this-share',
            label: 'Share',
            group: 'This demo',
            also: 'link embed people personal export download video pdf',
            run: () => void navigate(`/dashboard/demos/${shownDemo}`, { state: wantDialog('share') }),
          },
        ]),
    {
      id: 'new-demo',
      label: 'New demo',
      group: 'Create',
      also: 'create add record images screenshots upload',
      run: () => void navigate('/dashboard/demos', { state: wantDialog('new-demo') }),
    },
    {
      id: 'new-agent',
      label: 'New agent',
      group: 'Create',
      also: 'create add assistant bot',
      run: () => void navigate('/dashboard/agents', { state: wantDialog('new-agent') }),
    },
    {
      id: 'invite',
      label: 'Invite a teammate',
      group: 'Create',
      also: 'add member colleague user',
      run: go('/dashboard/settings/members'),
    },
    { id: 'new-workspace', label: 'New workspace…', group: 'Create', run: onNewWorkspace },
    ...pages.map(toCommand('Go to', 'page')),
    ...settings.map(toCommand('Settings', 'settings')),
    ...themes,
    ...(workspaces.data ?? [])
      .filter(({ id }) => id !== current?.id)
      .map((workspace) => ({
        id: `workspace ${workspace.id}`,
        label: workspace.name,
        group: 'Switch to workspace',
        run: () => switchTo(workspace),
      })),
    ...(demos.data ?? []).map(({ id, name }) => ({
      id: `view ${id}`,
      label: name,
      group: 'View demo',
      run: go(`/dashboard/demos/${id}`),
    })),
    ...(demos.data ?? []).map(({ id, name }) => ({
      id: `edit ${id}`,
      label: name,
      group: 'Edit demo',
      run: go(`/dashboard/demos/${id}/edit`),
    })),
    ...(agents.data ?? []).map(({ id, name }) => ({
      id: `agent ${id}`,
      label: name,
      group: 'Agent',
      run: go(`/dashboard/agents/${id}`),
    })),
    ...(search.length > 1 ? (leads.data?.leads ?? []) : []).map(({ id, name, email, demo_name }) => ({
      id: `lead ${id}`,
      label: name,
      group: 'Lead',
      also: `${email ?? ''} ${demo_name} ${typed}`,
      run: go(`/dashboard/leads/${id}`),
    })),
    ...(topics.data ?? []).map(({ id, title, also }) => ({
      id: `help ${id}`,
      label: title,
      group: 'Help',
      also,
      run: go(`/dashboard/help?topic=${id}`),
    })),
    {
      id: 'sign-out',
      label: 'Sign Out',
      group: 'Account',
      also: 'log out leave',
      run: () => void signOutAndLeave(),
    },
  ]
}

/** Commands for the demo that the page is about. */
function demoActions(demoId: string, go: (path: string) => () => void): readonly PaletteCommand[] {
  const path = `/dashboard/demos/${demoId}`
  return [
    {
      id: 'copy-link',
      label: 'Copy link',
      group: 'This demo',
      also: 'share address url',
      run: () => void copyLink(demoId),
    },
    { id: 'this-analytics', label: 'Analytics', group: 'This demo', run: go(`${path}/analytics`) },
    { id: 'this-leads', label: 'Leads', group: 'This demo', run: go(`/dashboard/leads?demo=${demoId}`) },
    { id: 'this-view', label: 'View', group: 'This demo', also: 'present play', run: go(path) },
    { id: 'this-edit', label: 'Edit', group: 'This demo', run: go(`${path}/edit`) },
  ]
}

async function copyLink(demoId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(shareLink(window.location.origin, demoId))
    showToast({ text: 'The link was copied.' })
  } catch {
    showToast({ text: 'The browser refused the copy. Open Share to select the link.', tone: 'danger' })
  }
}

const themes: readonly PaletteCommand[] = (['light', 'dark', 'system'] as const).map((theme) => ({
  id: theme,
  label: { light: 'Light mode', dark: 'Dark mode', system: 'System colours' }[theme],
  group: 'Appearance',
  also: 'theme colour color',
  run: () => chooseTheme(theme),
}))
