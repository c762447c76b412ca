CREATE TABLE analysed AS
SELECT unnest(from_json(line->'analysed', '{"recording": "VARCHAR", "error": "VARCHAR", "service": "VARCHAR", "version": "VARCHAR",
  "host": "VARCHAR", "jvm": "VARCHAR", "jvmStarted": "VARCHAR", "jdk": "VARCHAR", "feature": "INTEGER", "started": "VARCHAR",
  "seconds": "DOUBLE", "used": "DOUBLE",
  "findings": [{"remedy": "VARCHAR", "verdict": "VARCHAR", "share": "DOUBLE", "least": "DOUBLE", "most": "DOUBLE", "of": "VARCHAR",
    "processors": "DOUBLE", "savedLeast": "DOUBLE", "savedMost": "DOUBLE"}],
  "sites": [{"remedy": "VARCHAR", "method": "VARCHAR", "line": "INTEGER", "part": "DOUBLE", "processors": "DOUBLE",
    "detail": "VARCHAR"}]}'))
FROM lines;

CREATE TABLE recordings AS
SELECT recording, error, service, version, host, jvm, try_cast(nullif(jvmStarted, '') AS TIMESTAMP) AS jvm_started, jdk, feature,
  try_cast(nullif(started, '') AS TIMESTAMP) AS started, seconds, used
FROM analysed;

CREATE TABLE findings AS
SELECT recording, service, version, host, jdk, feature, started, seconds, used, remedy, verdict, share, least, most, "of", processors,
  saved_least, saved_most
FROM (SELECT recording, service, version, host, jdk, feature, try_cast(nullif(started, '') AS TIMESTAMP) AS started, seconds, used,
    unnest(findings) AS f
  FROM analysed), LATERAL (SELECT f.remedy, f.verdict, f.share, f.least, f.most, f."of", f.processors, f.savedLeast AS saved_least,
    f.savedMost AS saved_most);

CREATE TABLE sites AS
SELECT recording, service, version, host, jdk, feature, started, seconds, remedy, method, line, part, processors, detail
FROM (SELECT recording, service, version, host, jdk, feature, try_cast(nullif(started, '') AS TIMESTAMP) AS started, seconds,
    unnest(sites) AS s
  FROM analysed), LATERAL (SELECT s.remedy, s.method, s.line, s.part, s.processors, s.detail)
