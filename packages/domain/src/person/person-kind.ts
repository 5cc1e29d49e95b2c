import { recordKind } from '../record-kind.ts'
import { Person } from './person.ts'

const { id, displayName, email, phone, role, disabled, pictureId, createdAt } = Person.shape

/** People as devices store them. Devices never edit people through sync, because the account routes change them immediately. */
export const personKind = recordKind({
  name: 'person',
  editableFields: {},
  serverFields: {
    id: { schema: id, blank: '' },
    displayName: { schema: displayName, blank: '', label: 'Name' },
    email: { schema: email, blank: '', label: 'Email' },
    phone: { schema: phone, blank: '', label: 'Phone' },
    role: { schema: role, blank: 1, label: 'Role' },
    disabled: { schema: disabled, blank: false },
    pictureId: { schema: pictureId, blank: null },
    createdAt: { schema: createdAt, blank: '', server: true, label: 'Created' },
  },
  operations: {},
})
