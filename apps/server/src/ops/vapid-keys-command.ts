/** `npm run ops -- vapid-keys`: a pair of keys to sign pushes with, as lines for the settings. Nothing is stored. */
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
