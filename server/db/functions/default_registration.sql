/*
 * A row of registrations with the default of each column, which write_orders fills with the values that were
 * sent. A process of the previous release does not send a column that was added since, and its registrations
 * must get the default, not null. The function is generated from the table; functions are applied again after
 * every migration.
 */
do $$
begin
  execute format(
    'create or replace function default_registration() returns registrations language sql as %L',
    (
      select format('select row (%s)::registrations',
        string_agg(coalesce(pg_get_expr(d.adbin, d.adrelid), 'null'), ', ' order by a.attnum))
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = 'registrations'::regclass and a.attnum > 0 and not a.attisdropped
    )
  );
end $$;
