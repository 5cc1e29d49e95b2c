/** `npm run ops -- vapid-keys`: prints a new key pair for push messages in the format of the settings, without storing it. */
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
