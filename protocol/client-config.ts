/** `GET /config.json`: all a client needs to reach the backend, and no secret. */
export interface ClientConfig {
  /** Origin of auth/v1, rest/v1 and storage/v1; our own server, or Supabase. */
  readonly supabaseUrl: string
  readonly supabaseAnonKey: string
  /** The product's public URL; share links and embed codes start with it. */
  readonly publicUrl: string
  /** The seeded product tour the landing page plays. */
  readonly sampleDemoId: string
  /** What the sign-in screens must know up front. */
  readonly signIn: SignInConfig
  /** What users may do with their accounts. */
  readonly account: AccountConfig
  /** Storage limit per workspace; null without one. */
  readonly workspaceBytesMax: number | null
}

export interface AccountConfig {
  /** Second factors: authenticator app, or text message. */
  readonly canAddAuthenticator: boolean
  readonly canAddPhoneFactor: boolean
  /** Linking and unlinking providers manually. */
  readonly canLinkProviders: boolean
}

export interface SignInConfig {
  /** Characters; the server may require more and says so. */
  readonly passwordLengthMin: number
  /** The widget whose token auth calls must carry; null without one. */
  readonly captcha: CaptchaWidget | null
  /** Where emails go: to recipients, to the outbox page if this browser may see it, or nowhere visible. */
  readonly mail: 'sent' | 'outbox' | 'kept'
  /** Our own server answers auth/v1, so recovery codes and the session list are available. */
  readonly isEmbedded: boolean
}

export interface CaptchaWidget {
  readonly provider: 'hcaptcha' | 'turnstile'
  readonly siteKey: string
}

/** The samples have the same ids in every installation: Tidelane, a made-up product, and the product's own tour. */
export const sampleDemoId = '5a3d1e00-0000-4000-8000-000000000001'
export const tourDemoId = '5a3d1e00-0000-4000-8000-000000000002'

/** Names the demo an anonymous caller may read, by its id or a link's token: a share link is a capability. */
export const demoIdHeader = 'x-demo-id'

/** The pass a visitor got for a link's password; sent with further requests for the demo. */
export const sharePassHeader = 'x-share-pass'

/** Spec §7: a fixed client identifier sent on every data call. */
export const applicationNameHeader = 'x-application-name'
export const applicationName = 'understudy-web'
/** The same, for the tracker on other sites. */
export const trackerName = 'tracker'
