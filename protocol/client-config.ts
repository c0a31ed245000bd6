/** What `GET /config.json` answers: all a client needs to reach the backend, and no secret. */
export interface ClientConfig {
  /** Origin of auth/v1, rest/v1 and storage/v1; our own server, or Supabase. */
  readonly supabaseUrl: string
  readonly supabaseAnonKey: string
  /** Where people reach this product; share links and embed codes start with it. */
  readonly publicUrl: string
  /** The seeded product tour the landing page plays. */
  readonly sampleDemoId: string
  /** What the screens of signing in must know before they ask anything. */
  readonly signIn: SignInConfig
  /** What people may do with their accounts here. */
  readonly account: AccountConfig
  /** What the files of one workspace may come to; null where this server sets no limit. */
  readonly workspaceBytesMax: number | null
}

export interface AccountConfig {
  /** A code of an app, or by text message, as the second step. */
  readonly canAddAuthenticator: boolean
  readonly canAddPhoneFactor: boolean
  /** Adding and taking away providers by hand. */
  readonly canLinkProviders: boolean
}

export interface SignInConfig {
  /** Characters; a password may have to meet more than that, which the server says. */
  readonly passwordLengthMin: number
  /** The widget whose token the auth calls must bring; null where none is asked for. */
  readonly captcha: CaptchaWidget | null
  /** Where mails go: to people, to the outbox page that this browser may look at, or nowhere anybody here can see. */
  readonly mail: 'sent' | 'outbox' | 'kept'
  /** Our own server answers auth/v1, so its recovery codes and session list are there. */
  readonly isEmbedded: boolean
}

export interface CaptchaWidget {
  readonly provider: 'hcaptcha' | 'turnstile'
  readonly siteKey: string
}

/** The seeded tour has the same id in every installation. */
export const sampleDemoId = '5a3d1e00-0000-4000-8000-000000000001'

/** Names the demo an anonymous caller may read, by its id or by a link's token: a share link is a capability. */
export const demoIdHeader = 'x-demo-id'

/** What a visitor got for the password of a link; sent along where they are asked about the demo again. */
export const sharePassHeader = 'x-share-pass'

/** Spec §7: a fixed client identifier sent on every data call. */
export const applicationNameHeader = 'x-application-name'
export const applicationName = 'understudy-web'
/** The same, of the tracker on other people's pages. */
export const trackerName = 'tracker'
