-- What is wrong, chosen from six tiles. Null: nobody said.
alter table actions add column category text
  check (category in ('Fallen tree', 'Washout or mud', 'Damaged feature', 'Sign or post', 'Overgrown', 'Something else'));
