/** GET /account/v1/notices: mistakes in the server's settings, for operators. */
export interface ServerNotices {
  /** The line to add to the settings, such as `TRUSTED_PROXY=172.18.0.2`; null if nothing is wrong. */
  readonly trustedProxy: string | null
}
