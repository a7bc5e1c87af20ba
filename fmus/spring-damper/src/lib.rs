//! spring-damper
