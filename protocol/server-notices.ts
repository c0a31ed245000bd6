/** What GET /account/v1/notices answers: mistakes in the server's settings, for whoever can mend them. */
export interface ServerNotices {
  /** The line to add to the settings, such as `TRUSTED_PROXY=172.18.0.2`; null where all is well. */
  readonly trustedProxy: string | null
}
