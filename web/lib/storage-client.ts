import { StorageClient } from '@supabase/storage-js'

import { addressOf, clientOptions, fetchAsSession, type Address, type DataClient } from './data-client.ts'

/** supabase-js's storage client, with the session of the data client. */
export function createStorage({ auth }: DataClient, { supabaseUrl, supabaseAnonKey: key }: Address): StorageClient {
  return new StorageClient(addressOf(supabaseUrl, 'storage'), clientOptions.global.headers, fetchAsSession(auth, key))
}
