export const BILLING_MESSAGES = {
  offline: 'You are offline. Connect to the internet to manage your billing.',
  failed: (reason: string) => `An error occurred: ${reason}`,
  paid: 'Thank you. Your plan is active.',
  beingPaid: 'Thank you. Your plan becomes active as soon as the payment is confirmed.',
  cancelled: 'Checkout cancelled. Nothing was charged.',
} as const
