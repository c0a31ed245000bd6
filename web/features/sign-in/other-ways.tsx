import { Link, useLocation } from 'react-router'

import { buttonClass } from '../../ui/button.tsx'
import type { ProviderStart } from './leave-for-provider.ts'
import { OrDivider } from './or-divider.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { readSignInState } from '../../lib/sign-in-state.ts'

/** A login method; the value of `?with=`. */
export type SignInWay = 'password' | 'code' | 'phone' | 'sso'

export function readSignInWay(search: string): SignInWay {
  const way = new URLSearchParams(search).get('with')
  return way === 'code' || way === 'phone' || way === 'sso' ? way : 'password'
}

const labels: Readonly<Record<SignInWay, string>> = {
  password: 'Use a password',
  code: 'Email me a code',
  phone: 'Use a phone number',
  sso: 'Use single sign-on',
}

export interface OtherWaysProps {
  readonly ways: readonly SignInWay[]
  readonly current: SignInWay
  readonly providers: readonly string[]
  readonly start: ProviderStart
}

/** Providers and the page's other login methods; hidden if there is only one. */
export function OtherWays({ ways, current, providers, start }: OtherWaysProps) {
  const location = useLocation()
  const { from } = readSignInState(location.state)
  const others = ways.filter((way) => way !== current)
  if (others.length + providers.length === 0) return null
  return (
    <>
      <OrDivider />
      <div className="flex flex-col gap-2">
        <ProviderButtons providers={providers} start={start} />
        {others.map((way) => (
          <Link
            key={way}
            to={way === 'password' ? location.pathname : `${location.pathname}?with=${way}`}
            state={from === undefined ? null : { from }}
            className={buttonClass({ size: 'form' })}
          >
            {labels[way]}
          </Link>
        ))}
      </div>
    </>
  )
}
