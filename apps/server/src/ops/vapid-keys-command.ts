/** Prints the keys in the format of the settings, without storing them. */
import webpush from 'web-push'
import type { OpsCommand } from './ops-command.ts'

export const vapidKeysCommand: OpsCommand = {
  usage: 'vapid-keys',
  read: (args) =>
    args.length > 0
      ? null
      : async () => {
          const { publicKey, privateKey } = webpush.generateVAPIDKeys()
          console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`)
          return 0
        },
}
