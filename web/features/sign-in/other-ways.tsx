import { Link, useLocation } from 'react-router'

import { buttonClass } from '../../ui/button.tsx'
import { readWayBack } from './way-back.ts'

/** A way of signing in; what is in the address after `?with=`. */
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

/** Links to the other ways of the same page; Back leads through them. */
export function OtherWays(props: { readonly ways: readonly SignInWay[]; readonly current: SignInWay }) {
  const location = useLocation()
  const { from } = readWayBack(location.state)
  const others = props.ways.filter((way) => way !== props.current)
  if (others.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {others.map((way) => (
        <li key={way}>
          <Link
            to={way === 'password' ? location.pathname : `${location.pathname}?with=${way}`}
            state={from === undefined ? null : { from }}
            className={`${buttonClass({ size: 'form' })} w-full`}
          >
            {labels[way]}
          </Link>
        </li>
      ))}
    </ul>
  )
}
