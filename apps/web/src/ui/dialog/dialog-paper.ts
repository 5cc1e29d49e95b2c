/** Styles of a dialog that covers a phone's whole screen. On desktop each dialog sets its own size. */
export const WHOLE_PHONE = {
  margin: 0,
  width: '100%',
  maxWidth: 'none',
  height: '100%',
  maxHeight: 'none',
  borderRadius: 0,
}
