CREATE TABLE analysed AS
SELECT unnest(analysed)
FROM read_json('${journal}', format = 'newline_delimited', maximum_object_size = 67108864, columns = {
  analysed: 'STRUCT(recording VARCHAR, error VARCHAR, service VARCHAR, version VARCHAR, host VARCHAR, jdk VARCHAR, feature INTEGER,
    started VARCHAR, seconds DOUBLE, used DOUBLE,
    findings STRUCT(remedy VARCHAR, verdict VARCHAR, share DOUBLE, least DOUBLE, most DOUBLE, "of" VARCHAR, processors DOUBLE,
      savedLeast DOUBLE, savedMost DOUBLE)[],
    sites STRUCT(remedy VARCHAR, method VARCHAR, line INTEGER, part DOUBLE, processors DOUBLE, detail VARCHAR)[])'});

CREATE TABLE recordings AS
SELECT recording, error, service, version, host, jdk, feature, try_cast(nullif(started, '') AS TIMESTAMP) AS started, seconds, used
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
