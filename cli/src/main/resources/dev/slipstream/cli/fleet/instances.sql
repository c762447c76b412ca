-- The place where JVMs of a service may follow one another is a host, or else a JVM itself; what lives there is a JVM, or else a
-- recording. One whose time is unknown may overlap all others.
CREATE MACRO placed(rows) AS TABLE
  SELECT recording, kind, dense_rank() OVER (ORDER BY service, kind, place) AS place,
    dense_rank() OVER (ORDER BY service, kind, place, life) AS life,
    coalesce(begun, CAST('-infinity' AS DOUBLE)) AS begun, coalesce(ended, CAST('infinity' AS DOUBLE)) AS ended
  FROM (SELECT recording, service,
      CASE WHEN host <> '' THEN 'host' WHEN jvm <> '' THEN 'jvm' ELSE 'recording' END AS kind,
      CASE WHEN host <> '' THEN [host] WHEN jvm <> '' THEN [jvm, CAST(jvm_started AS VARCHAR)] ELSE [recording] END AS place,
      CASE WHEN host <> '' AND jvm <> '' THEN [jvm, CAST(jvm_started AS VARCHAR)] ELSE [recording] END AS life,
      CAST(epoch_us(CASE WHEN host <> '' AND jvm <> '' THEN least(jvm_started, started) ELSE started END) AS DOUBLE) AS begun,
      epoch_us(started) + seconds * 1000000 AS ended
    FROM query_table(rows) WHERE error = '')
