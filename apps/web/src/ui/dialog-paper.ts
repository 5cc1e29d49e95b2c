/** The paper of a dialog that takes a phone's whole screen; on a desktop each is a box of its own size. */
export const WHOLE_PHONE = {
  margin: 0,
  width: '100%',
  maxWidth: 'none',
  height: '100%',
  maxHeight: 'none',
  borderRadius: 0,
}
